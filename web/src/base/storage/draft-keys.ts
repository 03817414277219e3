/** Where drafts are kept for the life of the browser tab; the writer's login ID follows. */
export const draftPrefixes = {
  reply: 'portico.reply.',
  contactUs: 'portico.contact-us.',
  form: 'portico.filled-form.',
  /** Typed into one of the page's forms by someone signed in (forms/kept-values.ts). */
  typed: 'portico.typed.',
} as const

/** Whether a key belongs to a draft, either one person's or anyone's. */
export function isDraftKey(key: string, owner: string | null = null): boolean {
  const { contactUs, ...several } = draftPrefixes
  if (owner === null) return Object.values(draftPrefixes).some((prefix) => key.startsWith(prefix))
  return Object.values(several).some((prefix) => key.startsWith(`${prefix}${owner}.`)) || key === contactUs + owner
}
