"""Mail in: orders and statements that come by mail, whatever transport hands them over.

`mail` reads a mail (nothing of it is believed), `take` does what its documents ask and writes the answer, `smtp` and
`mailbox` are the two ways in. The signature decides who speaks; sender, date and subject of a mail decide nothing.
"""
