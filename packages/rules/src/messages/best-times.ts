/** When someone who asks for a call back can be reached (MC-3). */
export const bestTimes = ['morning', 'afternoon', 'evening', 'any'] as const

export type BestTime = (typeof bestTimes)[number]
