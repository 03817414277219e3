/** Where drafts are kept for the life of the browser tab; the writer's login ID follows. */
export const draftPrefixes = {
  reply: 'portico.reply.',
  contactUs: 'portico.contact-us.',
  form: 'portico.filled-form.',
} as const

/** Whether a key belongs to a draft, either one person's or anyone's. */
export function isDraftKey(key: string, owner: string | null = null): boolean {
  const { reply, contactUs, form } = draftPrefixes
  if (owner === null) return [reply, contactUs, form].some((prefix) => key.startsWith(prefix))
  return [reply, form].some((prefix) => key.startsWith(`${prefix}${owner}.`)) || key === contactUs + owner
}
