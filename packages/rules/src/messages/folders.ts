/** Folders of messages (MC-2). The drafts folder is not among them: drafts are not messages yet. */
export const messageFolders = ['inbox', 'sent', 'deleted'] as const

export type MessageFolder = (typeof messageFolders)[number]

/** For how many days a deleted message can be restored. */
const restorableDays = 30

const dayMs = 24 * 60 * 60 * 1000

/** The moment until which a message deleted at a given moment can be restored. */
export function restorableUntil(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + restorableDays * dayMs)
}

/** Messages deleted before this moment can no longer be restored, and leave the member's mailbox for good. */
export function purgeBefore(now: Date): Date {
  return new Date(now.getTime() - restorableDays * dayMs)
}
