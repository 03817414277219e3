/** Where drafts are kept for the life of the tab; the login ID of the writer follows. */
export const draftPrefixes = { reply: 'portico.reply.', contactUs: 'portico.contact-us.' } as const

/** Whether a key is that of a draft, of one person or of anyone. */
export function isDraftKey(key: string, owner: string | null = null): boolean {
  const { reply, contactUs } = draftPrefixes
  if (owner === null) return key.startsWith(reply) || key.startsWith(contactUs)
  return key.startsWith(`${reply}${owner}.`) || key === contactUs + owner
}
