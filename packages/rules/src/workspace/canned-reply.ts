/** What a canned reply can leave open (MC-6). */
export const replyVariables = ['firstName', 'lastName', 'brandName', 'phone', 'hours', 'subject', 'repName'] as const
export type ReplyVariable = (typeof replyVariables)[number]
export type ReplyValues = Readonly<Record<ReplyVariable, string>>

const pattern = /\{(\w+)\}/g

function isVariable(name: string): name is ReplyVariable {
  return (replyVariables as readonly string[]).includes(name)
}

/** Names in braces that no reply can fill, each once. */
export function unknownVariables(text: string): string[] {
  const names = [...text.matchAll(pattern)].map(([, name = '']) => name)
  return [...new Set(names.filter((name) => !isVariable(name)))]
}

/** A canned reply with everything filled in. What a value holds is not read again, so that a name in braces stays one. */
export function fillReply(text: string, values: ReplyValues): string {
  return text.replace(pattern, (whole, name: string) => (isVariable(name) ? values[name] : whole))
}

/** Whether a reply still holds what should have been filled in: a member must not see it. */
export function hasOpenVariables(text: string): boolean {
  return [...text.matchAll(pattern)].some(([, name = '']) => isVariable(name))
}

/** Replies stack: a further one begins a paragraph of its own after what is written. */
export function stackReply(written: string, added: string): string {
  const before = written.trimEnd()
  return before === '' ? added : `${before}\n\n${added}`
}
