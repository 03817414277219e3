/** Why a night's files are held back until somebody agrees (FD-7). */
export const feedReasons = ['smaller', 'missing', 'refused', 'renamed', 'old', 'first'] as const
export type FeedReason = (typeof feedReasons)[number]
