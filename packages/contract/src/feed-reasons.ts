import { feedThresholdNames } from '@portico/rules/feeds/thresholds'

/** Why a night's files are held back until somebody agrees (FD-7): a threshold, or what has none. */
export const feedReasons = [...feedThresholdNames, 'earlier', 'first'] as const
export type FeedReason = (typeof feedReasons)[number]
