/** Changes to people's data that take two administrators (OP-7, RG-3). */
export const dataChanges = ['erase', 'hold', 'lift-hold', 'withdraw-claim', 'send-again'] as const
export type DataChange = (typeof dataChanges)[number]
