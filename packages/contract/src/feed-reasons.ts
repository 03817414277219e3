import { feedThresholdNames } from '@portico/rules/feeds/thresholds'

const withoutThreshold = ['earlier', 'first', 'discarded'] as const
/** Why a night's files are held until somebody agrees (FD-7): a threshold, or a reason without one. */
export const feedReasons = [...feedThresholdNames, ...withoutThreshold] as const
export type FeedReason = (typeof feedReasons)[number]

export function hasThreshold(reason: FeedReason): reason is (typeof feedThresholdNames)[number] {
  return !withoutThreshold.some((one) => one === reason)
}
