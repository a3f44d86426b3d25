"""Orders, books and choices of Athens & Sparta in words: no bare ids, no names of fields."""

from adjudicator.athens_sparta.combat.conclusion import HavenQuestion
from adjudicator.athens_sparta.combat.opening import SallyQuestion
from adjudicator.athens_sparta.combat.phase import ExcessRegroupQuestion
from adjudicator.athens_sparta.combat.pursuit import RetreatQuestion
from adjudicator.athens_sparta.combat.rounds import DeedQuestion
from adjudicator.athens_sparta.sieges.regrouping import AfterQuestion, RegroupQuestion
from adjudicator.kernel.strict_yaml import load
from tests.adjudicator.athens_sparta.tables import TITLE, start

BATTLE_ORDERS = """
- question: D-8B
  choose:
    - contacts:
        - {do: {place: F08}}
        - when: {fact: result, hex: F08, is: won}
          do: {place: I03}
      battle:
        F08:
          storm: {fact: enemy withdrawn}
          stormers: [S09, S15]
          turns:
            - when: {fact: not, of: {fact: my strength, at_least: 2}}
              do: {block: S14, do: retreat, to: [H10]}
            - {do: {do: fire}}
          hits: [S15, S09]
        "*":
          declare:
            - when: {fact: is, left: {of: enemy blocks}, op: ">", right: {of: my blocks}}
              do: {do: withdraw}
            - {do: {do: accept}}
"""


def test_battle_orders_are_explained_in_sentences():
    [said] = TITLE.explain_book(TITLE.check_book(load(BATTLE_ORDERS)))
    for part in (
        "then if the outcome in Naupactus is won: Potidaea. In Naupactus: ",
        "storm with first Thebes hoplite and Pleuron peltast if all enemy blocks are besieged",
        "if the strength of the block is less than 2: Leucas ship retreats to Corinth; ",
        "In every hex: if the number of the enemy's blocks is more than the number of your blocks: ",
    ):
        assert part in said
    [none] = TITLE.decode_orders([{"question": "D-8B"}])
    assert TITLE.order_in_words(TITLE.view(start(), "sparta"), "sparta", none) == (
        "no new battle orders: those that you have given stand, and what they leave open goes by the rules’ defaults"
    )
    [wrong] = TITLE.decode_orders([{"question": "D-8B", "battle": {"*": {"storm": {"fact": "x"}}}}])
    assert TITLE.order_in_words(TITLE.view(start(), "sparta"), "sparta", wrong) == "battle orders with a fault"


def test_blocks_and_goals_are_named_by_type_and_place():
    for kind, choice, said in (
        (RetreatQuestion, {"to": "I09"}, "Megara"),
        (RegroupQuestion, {"block": "S09", "to": "I09"}, "first Thebes hoplite to Megara"),
        (AfterQuestion, {"block": "A08", "to": "J09"}, "fourth Athens ship to Athens"),
        (ExcessRegroupQuestion, {"block": "S09", "to": "I09"}, "first Thebes hoplite to Megara"),
        (ExcessRegroupQuestion, {"block": "S09"}, "lose first Thebes hoplite"),
        (HavenQuestion, {"do": "retreat", "to": "J09"}, "retreat to Athens"),
        (SallyQuestion, {"sallyers": ["S20"]}, "Potidaea hoplite"),
        (DeedQuestion, {"do": "pass"}, "pass: it has nothing to fire at"),
    ):
        question = kind()
        assert question.choice_in_words(question.parse_choice(choice)) == said
