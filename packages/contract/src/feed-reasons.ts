import { feedThresholdNames } from '@portico/rules/feeds/thresholds'

/** Why a night's files are held until somebody agrees (FD-7): a threshold, or a reason without one. */
export const feedReasons = [...feedThresholdNames, 'earlier', 'first'] as const
export type FeedReason = (typeof feedReasons)[number]
