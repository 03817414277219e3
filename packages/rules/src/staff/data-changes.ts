/** What administrators do with data of people, two of them together (OP-7, RG-3). */
export const dataChanges = ['erase', 'hold', 'lift-hold', 'withdraw-claim', 'send-again'] as const
export type DataChange = (typeof dataChanges)[number]
