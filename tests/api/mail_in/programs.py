"""Mails as the usual programs write them: bounces of a mail of ours, automatic answers, and lists that pass one on.

Each is written after the form of its program, about `<lusab.red.started.0@ostraka.test>` to red@players.test.
"""

from __future__ import annotations

from typing import NamedTuple

OURS = "<lusab.red.started.0@ostraka.test>"


class Sample(NamedTuple):
    """A mail, and what it is: a bounce with its status, or None."""

    raw: bytes
    status: str | None = None


def mail(text: str, status: str | None = None) -> Sample:
    return Sample(text.lstrip("\n").replace("\n", "\r\n").encode(), status)


POSTFIX = """
Return-Path: <>
Date: Fri,  1 May 2026 12:00:05 +0000 (UTC)
From: MAILER-DAEMON@mx.players.test (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: host@ostraka.test
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="4ZpX1c6Qz3.1777636805/mx.players.test"
Content-Transfer-Encoding: 8bit
Message-Id: <20260501120005.4ZpX1d@mx.players.test>

This is a MIME-encapsulated message.

--4ZpX1c6Qz3.1777636805/mx.players.test
Content-Description: Notification
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

This is the mail system at host mx.players.test.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

<red@players.test>: host mail.players.test[192.0.2.7] said: {reply} <red@players.test>
    (in reply to RCPT TO command)

--4ZpX1c6Qz3.1777636805/mx.players.test
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.players.test
X-Postfix-Queue-ID: 4ZpX1c6Qz3
X-Postfix-Sender: rfc822; host@ostraka.test
Arrival-Date: Fri,  1 May 2026 12:00:01 +0000 (UTC)

Final-Recipient: rfc822; red@players.test
Original-Recipient: rfc822;red@players.test
Action: {action}
Status: {status}
Remote-MTA: dns; mail.players.test
Diagnostic-Code: smtp; {reply} <red@players.test>

--4ZpX1c6Qz3.1777636805/mx.players.test
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers
Content-Transfer-Encoding: 8bit

Return-Path: <host@ostraka.test>
From: host@ostraka.test
To: red@players.test
Subject: [The long war] red: the game has begun
Message-ID: <lusab.red.started.0@ostraka.test>

--4ZpX1c6Qz3.1777636805/mx.players.test--
"""
EXIM = """
Return-path: <>
X-Failed-Recipients: red@players.test
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mx.players.test>
To: host@ostraka.test
References: <lusab.red.started.0@ostraka.test>
Content-Type: multipart/report; report-type=delivery-status; boundary=1777636805-eximdsn-1804289383
MIME-Version: 1.0
Subject: Mail delivery failed: returning message to sender
Message-Id: <E1wXyZ-0001Ab-2c@mx.players.test>
Date: Fri, 01 May 2026 12:00:05 +0000

--1777636805-eximdsn-1804289383
Content-type: text/plain; charset=us-ascii

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  red@players.test
    host mail.players.test [192.0.2.7]
    SMTP error from remote mail server after RCPT TO:<red@players.test>:
    550 5.1.1 <red@players.test>: Recipient address rejected: User unknown

--1777636805-eximdsn-1804289383
Content-type: message/delivery-status

Reporting-MTA: dns; mx.players.test

Action: failed
Final-Recipient: rfc822;red@players.test
Status: 5.0.0
Remote-MTA: dns; mail.players.test
Diagnostic-Code: smtp; 550 5.1.1 <red@players.test>: Recipient address rejected: User unknown

--1777636805-eximdsn-1804289383
Content-type: message/rfc822

Return-path: <host@ostraka.test>
From: host@ostraka.test
To: red@players.test
Subject: [The long war] red: the game has begun
Message-ID: <lusab.red.started.0@ostraka.test>
MIME-Version: 1.0
Content-Type: text/plain; charset="utf-8"

The game has begun.

--1777636805-eximdsn-1804289383--
"""
EXIM_OLD = """
Return-path: <>
X-Failed-Recipients: red@players.test
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mx.players.test>
To: host@ostraka.test
Subject: Mail delivery failed: returning message to sender

This message was created automatically by mail delivery software.

  red@players.test
    SMTP error from remote mail server after RCPT TO:<red@players.test>:
    550 no such user here

------ This is a copy of the message, including all the headers. ------

Message-ID: <lusab.red.started.0@ostraka.test>
To: red@players.test
"""
EXCHANGE = """
Received: from EX01.players.test (2001:db8::7) by EX01.players.test; Fri, 1 May 2026 12:00:05 +0000
From: =?utf-8?B?TWljcm9zb2Z0IE91dGxvb2s=?=
\t<MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@players.test>
To: <host@ostraka.test>
Subject: =?utf-8?B?VW56dXN0ZWxsYmFyOiBbVGhlIGxvbmcgd2FyXSByZWQ=?=
Date: Fri, 1 May 2026 12:00:05 +0000
Message-ID: <5a1b2c3d@EX01.players.test>
In-Reply-To: <lusab.red.started.0@ostraka.test>
X-MS-Exchange-Message-Is-Ndr:
X-MS-Exchange-Organization-SCL: -1
Auto-Submitted: auto-replied
Content-Language: de-DE
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="88b1f0c2-5b8e-4a57-9f0d-3c5fd0f1e8d4"

--88b1f0c2-5b8e-4a57-9f0d-3c5fd0f1e8d4
Content-Type: multipart/alternative; differences=Content-Type;
\tboundary="1f4e"

--1f4e
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: base64

RmVobGVyIGJlaSBkZXIgTmFjaHJpY2h0ZW56dXN0ZWxsdW5nIGFuIGRpZSBmb2xnZW5kZW4g
RW1wZsOkbmdlcjogcmVkQHBsYXllcnMudGVzdA==
--1f4e
Content-Type: text/html; charset="utf-8"

<html><body><p><b>Fehler bei der Zustellung</b></p>
<a href="mailto:red@players.test">red@players.test</a></body></html>
--1f4e--

--88b1f0c2-5b8e-4a57-9f0d-3c5fd0f1e8d4
Content-Type: message/delivery-status

Reporting-MTA: dns;EX01.players.test
Arrival-Date: Fri, 1 May 2026 12:00:04 +0000

Final-Recipient: rfc822;red@players.test
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup
X-Display-Name: red

--88b1f0c2-5b8e-4a57-9f0d-3c5fd0f1e8d4
Content-Type: message/rfc822

From: <host@ostraka.test>
To: <red@players.test>
Subject: [The long war] red: the game has begun
Message-ID: <lusab.red.started.0@ostraka.test>
Content-Type: text/plain

--88b1f0c2-5b8e-4a57-9f0d-3c5fd0f1e8d4--
"""
GMAIL = """
Return-Path: <>
From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
To: host@ostraka.test
Auto-Submitted: auto-replied
Subject: Delivery Status Notification (Failure)
References: <lusab.red.started.0@ostraka.test>
In-Reply-To: <lusab.red.started.0@ostraka.test>
X-Failed-Recipients: red@players.test
Message-ID: <6633a1b5.0c0a0220.1f@mx.google.com>
Date: Fri, 01 May 2026 05:00:05 -0700 (PDT)
MIME-Version: 1.0
Content-Type: multipart/report; boundary="000000000000a1b2c3"; report-type=delivery-status

--000000000000a1b2c3
Content-Type: multipart/related; boundary="000000000000a1b2d4"

--000000000000a1b2d4
Content-Type: multipart/alternative; boundary="000000000000a1b2e5"

--000000000000a1b2e5
Content-Type: text/plain; charset="UTF-8"

** Address not found **

Your message wasn't delivered to red@players.test because the address couldn't be found.

--000000000000a1b2e5
Content-Type: text/html; charset="UTF-8"

<html><body><b>Address not found</b></body></html>
--000000000000a1b2e5--

--000000000000a1b2d4
Content-Type: image/png; name="icon.png"
Content-Disposition: attachment; filename="icon.png"
Content-Transfer-Encoding: base64
Content-ID: <icon.png>

iVBORw0KGgo=
--000000000000a1b2d4--

--000000000000a1b2c3
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.com
Received-From-MTA: dns; host@ostraka.test
Arrival-Date: Fri, 01 May 2026 05:00:04 -0700 (PDT)
X-Original-Message-ID: <lusab.red.started.0@ostraka.test>

Final-Recipient: rfc822; red@players.test
Action: failed
Status: 5.1.1
Remote-MTA: dns; gmail-smtp-in.l.google.com. (192.0.2.9, the server for the domain players.test.)
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist.
Last-Attempt-Date: Fri, 01 May 2026 05:00:05 -0700 (PDT)

--000000000000a1b2c3
Content-Type: message/rfc822

From: host@ostraka.test
To: red@players.test
Message-ID: <lusab.red.started.0@ostraka.test>
Content-Type: text/plain

--000000000000a1b2c3--
"""
SENDMAIL_WARNING = """
From: Mail Delivery Subsystem <MAILER-DAEMON@mx.players.test>
To: <host@ostraka.test>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="641C5a012345.1777/mx"
Subject: Warning: could not send message for past 4 hours
Auto-Submitted: auto-generated (warning-timeout)

--641C5a012345.1777/mx

    **********************************************
    **      THIS IS A WARNING MESSAGE ONLY      **
    **********************************************

<red@players.test>... Deferred: Connection refused by mail.players.test.

--641C5a012345.1777/mx
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.players.test

Final-Recipient: RFC822; red@players.test
Action: delayed
Status: 4.4.1
Will-Retry-Until: Wed, 6 May 2026 12:00:00 GMT

--641C5a012345.1777/mx
Content-Type: message/rfc822

Message-ID: <lusab.red.started.0@ostraka.test>
To: red@players.test

--641C5a012345.1777/mx--
"""
MAILMAN = """
Return-Path: <war-bounces@lists.test>
Sender: "War" <war-bounces@lists.test>
X-BeenThere: war@lists.test
X-Mailman-Version: 2.1.39
Precedence: list
List-Id: Games of war <war.lists.test>
List-Unsubscribe: <https://lists.test/options/war>, <mailto:war-request@lists.test?subject=unsubscribe>
List-Post: <mailto:war@lists.test>
From: red via War <war@lists.test>
Reply-To: red <red@players.test>
To: war@lists.test
Subject: [War] =?utf-8?q?Re=3A_=5BThe_long_war=5D?=
Message-ID: <mailman.17.1777636805.9@lists.test>
Content-Type: multipart/mixed; boundary="===============0123456789=="
MIME-Version: 1.0

--===============0123456789==
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: base64

SGVsbG8gYWxsLg==

--===============0123456789==
Content-Type: text/plain; charset="us-ascii"
MIME-Version: 1.0
Content-Disposition: inline

_______________________________________________
War mailing list
War@lists.test

--===============0123456789==--
"""
MAILMAN_DIGEST = """
From: war-request@lists.test
Subject: War Digest, Vol 9, Issue 1
To: war@lists.test
Reply-To: war@lists.test
Precedence: bulk
X-Mailman-Version: 3.3.9
List-Id: <war.lists.test>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="D"

--D
Content-Type: text/plain

Today's Topics:

--D
Content-Type: multipart/digest; boundary="E"

--E

From: red@players.test
Message-ID: <1@players.test>
Subject: one

Hello.

--E

From: green@players.test
Message-ID: <2@players.test>

Hello again.

--E--
--D--
"""
MAJORDOMO = """
Return-Path: <owner-war@lists.test>
From: owner-war@lists.test
Sender: owner-war@lists.test
Precedence: bulk
Reply-To: war@lists.test
To: war@lists.test
Subject: BOUNCE war@lists.test:    Non-member submission from [Ostraka <host@ostraka.test>]

From owner-war  Fri May  1 12:00:01 2026
From: host@ostraka.test
To: war@lists.test
Message-ID: <lusab.red.started.0@ostraka.test>

The game has begun.
"""
VACATION = """
Return-Path: <>
From: red@players.test
To: host@ostraka.test
Subject: =?iso-8859-1?q?Automatische_Antwort=3A_=5BThe_long_war=5D_gr=FC=DFe?=
In-Reply-To: <lusab.red.started.0@ostraka.test>
References: <lusab.red.started.0@ostraka.test>
Auto-Submitted: auto-replied (vacation)
X-Auto-Response-Suppress: All

I am away until 5.1.2027. Call 555 1234.
"""

NO_USER = {"action": "failed", "status": "5.1.1", "reply": "550 5.1.1 User unknown"}
FULL = {"action": "failed", "status": "4.2.2", "reply": "452 4.2.2 Mailbox full"}
LATE = {"action": "delayed", "status": "4.4.1", "reply": "451 4.4.1 try again later"}

BOUNCES = {
    "Postfix": mail(POSTFIX.format(**NO_USER), "5.1.1"),
    "Postfix, a full mailbox": mail(POSTFIX.format(**FULL), "4.2.2"),
    "Exim": mail(EXIM, "5.0.0"),
    "Exim before 4.85": mail(EXIM_OLD, "550"),
    "Exchange": mail(EXCHANGE, "5.1.10"),
    "Gmail": mail(GMAIL, "5.1.1"),
}
OTHERS = {
    "Postfix, a delay": mail(POSTFIX.format(**LATE)),
    "Sendmail, a delay": mail(SENDMAIL_WARNING),
    "Mailman": mail(MAILMAN),
    "Mailman, a digest": mail(MAILMAN_DIGEST),
    "Majordomo": mail(MAJORDOMO),
    "an absence": mail(VACATION),
}
SAMPLES = BOUNCES | OTHERS
