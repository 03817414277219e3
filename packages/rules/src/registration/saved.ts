import { registrationFields } from './fields.ts'

/** Wrong dates of birth with which its link ends. */
export const SAVED_TRIES = 3

/** What has to be right before it can be kept: where the link goes, and what it is opened with. */
export const savedNeeds = ['email', 'emailRepeat', 'dateOfBirth'] as const

/**
 * What is kept of it: what was typed, as it is, besides secrets and what has to be said or proven again. `stay`: the zip for
 * which a member goes on with the brand; `callMe`: `true` for a visitor who wants to hear of plans.
 */
export const savedFields = [...registrationFields.filter((name) => name !== 'terms'), 'stay', 'callMe'] as const
export type SavedField = (typeof savedFields)[number]
export type SavedValues = Readonly<Record<SavedField, string>>
