import { registrationFields } from './fields.ts'

/** After this many wrong dates of birth, the link to a saved registration stops working. */
export const SAVED_TRIES = 3

/** The fields that must be right before a registration can be saved: where to send the link, and what opens it. */
export const savedNeeds = ['email', 'emailRepeat', 'dateOfBirth'] as const

/**
 * The fields that we save, exactly as typed, except secrets and whatever must be confirmed or proven again. `stay`: the ZIP for which a
 * member stays with the brand; `callMe`: `true` for a visitor who wants to hear about plans.
 */
export const savedFields = [...registrationFields.filter((name) => name !== 'terms'), 'stay', 'callMe'] as const
export type SavedField = (typeof savedFields)[number]
export type SavedValues = Readonly<Record<SavedField, string>>
