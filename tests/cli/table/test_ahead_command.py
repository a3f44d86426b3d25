"""`ostraka ahead` opens the table at the game, as the same player at the same host."""

from cli.home.home import Home
from cli.table import command
from tests.cli.conftest import invoke


def test_it_opens_the_table_with_the_options_that_it_was_given(table, tmp_path, monkeypatch):
    who, seat = table.asked()
    home, seen = table.stage.home(who).root, []
    monkeypatch.setattr(command, "end_on_signals", lambda: None)

    def sit(guard, table, path, only_print):
        seen.append((path, table.home.root, table.hosts.open(path.removeprefix("games/"))))

    monkeypatch.setattr(command, "sit", sit)
    options = ("--url", table.stage.url, "--key", who, "--home", str(home))
    monkeypatch.setattr(command.gc, "freeze", lambda: None)
    monkeypatch.setattr(command.gc, "set_threshold", lambda *_: None)
    invoke(None, Home(tmp_path), "ahead", table.game, seat, *options)
    [(path, root, game)] = seen
    assert (path, root) == (f"games/{table.game}", home)
    assert (game.id, game.seat, game.client.url) == (table.game, seat, table.stage.url)
    assert game.client.me.key_id == table.client(who).me.key_id
