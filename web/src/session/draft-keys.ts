/** Where drafts are kept for the life of the tab; the login ID of the writer follows. */
export const draftPrefixes = {
  reply: 'portico.reply.',
  contactUs: 'portico.contact-us.',
  staff: 'portico.staff.',
} as const

/** Whether a key is that of a draft, of one person or of anybody. */
export function isDraftKey(key: string, owner: string | null = null): boolean {
  const { reply, contactUs, staff } = draftPrefixes
  if (owner === null) return [reply, contactUs, staff].some((prefix) => key.startsWith(prefix))
  return [reply, staff].some((prefix) => key.startsWith(`${prefix}${owner}.`)) || key === contactUs + owner
}
