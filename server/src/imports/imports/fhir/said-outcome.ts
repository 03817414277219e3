import type { ToldState } from '@portico/rules/medicines/authorization'

type Said = Exclude<ToldState, 'cancelled'>

const subject =
  /^(?:the |this |your )?(?:(?:prior |pre-?)?(?:authorizations?|auth|certification|claim|request|services?) )?(?:(?:is|are|was|were|has been|have been) )?/

/** Only as a statement about the whole: `Denied claims may be appealed` is none. */
const end =
  '(?=$|[.,;:!()–—-]| (?:[(–—-]|as\\b|because\\b|due\\b|for\\b|by\\b|on\\b|after\\b|since\\b|with\\b|through\\b|in (?:full|total)\\b))'

const outcomes: readonly (readonly [Said, RegExp])[] = [
  ['partly', /^(?:partial(?:ly)?|partly|modified)\b|^(?:approved|granted|certified|affirmed|authorized) in part\b/],
  [
    'denied',
    new RegExp(
      `^(?:denied|declined|rejected|disapproved|unapproved|non-?(?:approved|authorized|certified|affirmed)|not (?:approved|authorized|certified|affirmed|granted|covered))${end}`,
    ),
  ],
  ['pending', /^(?:pend(?:ed|ing)|suspended|under review|in (?:review|process|progress)|awaiting)\b/],
  ['approved', new RegExp(`^(?:approved|granted|certified|affirmed|authorized)${end}`)],
]

/** The outcome that a payer states in words alone (`disposition`); null if the words do not begin with one. */
export function findSaidOutcome(disposition: string | undefined): Said | null {
  const plain = disposition?.trim().toLowerCase().replace(/\s+/g, ' ') ?? ''
  const words = plain.slice(0, 200).replace(subject, '')
  return outcomes.find(([, isSaid]) => isSaid.test(words))?.[0] ?? null
}
