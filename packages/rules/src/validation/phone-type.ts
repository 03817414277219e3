/** What kind of phone a number belongs to: home, work, mobile (RG-1). */
export const phoneTypes = ['HOME', 'BUS', 'CELL'] as const

export type PhoneType = (typeof phoneTypes)[number]
