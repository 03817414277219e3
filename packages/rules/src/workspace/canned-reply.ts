import { everyBrand } from '../brand/every.ts'

/** The placeholders that a canned reply can have (MC-6). */
export const replyVariables = ['firstName', 'lastName', 'brandName', 'phone', 'hours', 'subject', 'repName'] as const
export type ReplyVariable = (typeof replyVariables)[number]
export type ReplyValues = Readonly<Record<ReplyVariable, string>>

const pattern = /\{(\w+)\}/g

function isVariable(name: string): name is ReplyVariable {
  return (replyVariables as readonly string[]).includes(name)
}

/** A canned reply with all placeholders filled in. The values are not parsed again, so a name in braces inside a value stays as it is. */
export function fillReply(text: string, values: ReplyValues): string {
  return text.replace(pattern, (whole, name: string) => (isVariable(name) ? values[name] : whole))
}

/** The replies that fit a conversation: a brand's own version replaces the version for every brand. */
export function repliesFor<
  Reply extends { readonly replyId: string; readonly brand: string; readonly language: string },
>(replies: readonly Reply[], { brand, language }: { readonly brand: string; readonly language: string }): Reply[] {
  const fitting = replies.filter((one) => one.language === language && [everyBrand, brand].includes(one.brand))
  const own = new Set(fitting.filter((one) => one.brand === brand).map(({ replyId }) => replyId))
  return fitting.filter((one) => one.brand === brand || !own.has(one.replyId))
}

/** Whether a reply still has an unfilled placeholder, which a member must not see. */
export function hasOpenVariables(text: string): boolean {
  return [...text.matchAll(pattern)].some(([, name = '']) => isVariable(name))
}

/** Adds a reply to what is already written, as a paragraph of its own. */
export function stackReply(written: string, added: string): string {
  const before = written.trimEnd()
  return before === '' ? added : `${before}\n\n${added}`
}
