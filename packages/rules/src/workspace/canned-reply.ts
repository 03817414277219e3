import { everyBrand } from '../brand/every.ts'

/** What a canned reply can leave open (MC-6). */
export const replyVariables = ['firstName', 'lastName', 'brandName', 'phone', 'hours', 'subject', 'repName'] as const
export type ReplyVariable = (typeof replyVariables)[number]
export type ReplyValues = Readonly<Record<ReplyVariable, string>>

const pattern = /\{(\w+)\}/g

function isVariable(name: string): name is ReplyVariable {
  return (replyVariables as readonly string[]).includes(name)
}

/** A canned reply with everything filled in. What a value holds is not read again, so that a name in braces stays one. */
export function fillReply(text: string, values: ReplyValues): string {
  return text.replace(pattern, (whole, name: string) => (isVariable(name) ? values[name] : whole))
}

/** The replies that fit a conversation: a brand's own words stand in place of those for every one. */
export function repliesFor<
  Reply extends { readonly replyId: string; readonly brand: string; readonly language: string },
>(replies: readonly Reply[], { brand, language }: { readonly brand: string; readonly language: string }): Reply[] {
  const fitting = replies.filter((one) => one.language === language && [everyBrand, brand].includes(one.brand))
  const own = new Set(fitting.filter((one) => one.brand === brand).map(({ replyId }) => replyId))
  return fitting.filter((one) => one.brand === brand || !own.has(one.replyId))
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
