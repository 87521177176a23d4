/** Sample texts in English. */
import type { SampleTexts } from './sample.ts';

export const en: SampleTexts = {
  mark: 'SAMPLE: a lawyer has to read and adapt this text before it is published. Then remove this paragraph.',
  cookie: `# Cookies

[Company] uses cookies on this site. Cookies are small files that your browser keeps for us.

## What we use

| Cookie | Purpose | Kept for |
| --- | --- | --- |
| [name] | Keeps you signed in and your basket together | until you close the browser |
| [name] | Remembers what you decided about cookies | 12 months |
| [name] | Counts visits, so that we can improve the site | [time] |

## What needs your consent

Cookies without which the site does not work are set without asking. All others are set only after you agree. Refusing has no
disadvantage for you.

## Changing your mind

You can change or withdraw your decision at any time in the privacy settings of this site. What was done before stays lawful.

## Who receives data

[List each company that sets or reads cookies here, its country, and a link to its own policy.]

## Questions

Write to [email address].`,
  privacy: `# Privacy policy

## Who is responsible

[Company, address, email address]. Our data protection officer: [name, email address].

## What we process, why, and on which legal basis

| Data | Purpose | Legal basis (GDPR) |
| --- | --- | --- |
| Name, address, order | Delivering what you ordered | contract, Art. 6(1)(b) |
| Invoices | Keeping accounts | legal obligation, Art. 6(1)(c) |
| E-mail address | Newsletter | consent, Art. 6(1)(a) |
| [data] | [purpose] | [legal basis] |

## Who receives your data

[Processors and other recipients, or kinds of them; for countries outside of the European Union, the safeguards.]

## How long we keep it

[For each kind of data the time, or how it is determined.]

## Your rights

You can ask for access to your data, for its correction, its erasure, the restriction of its processing, and for a copy in a common
format. You can object to processing that rests on our interests. You can withdraw a consent at any time; what was done before stays
lawful.

You can complain to a supervisory authority, for example [authority].

## What you have to provide

[Which data a contract or a law requires, and what follows if you do not give it.]

## Automated decisions

[Whether there are any, and how they work; otherwise: We make no automated decisions about you.]`,
  age: `# Age confirmation

## Who may use this service

You have to be at least [16] years old to use [service]. [Younger people need the consent of a parent or guardian.]

## What you confirm

By accepting you confirm that you have reached this age.

## What we do with it

We store that and when you confirmed, so that we can prove it. We do not ask for your date of birth. [Otherwise: what is checked, and
how long it is kept.]

## If you are younger

Please do not create an account. If you have one already, write to [email address], and we will erase it.`,
};
