import { expect, it } from 'vitest'
import * as session from './session/timing.ts'
import * as timing from './timing.ts'

it.each([
  ['SE-1', session.DEFAULT_INACTIVITY, { expiryMs: 90000, warningMs: 84000, checkMs: 1000 }],
  ['SE-2', session.MEMBER_INACTIVITY, { expiryMs: 900000, warningMs: 780000, checkMs: 3000 }],
  ['SE-3', session.KEEP_ALIVE_INTERVAL_MS, 240000],
  ['HT-1', [timing.REQUEST_TIMEOUT_MS, timing.REQUEST_CACHE_TTL_MS], [90000, 3600000]],
  ['CO-2', [timing.REQUEST_POLL_MS, timing.RESIZE_DEBOUNCE_MS], [50, 500]],
  ['CO-3', timing.HASH_CHANGE_MS, 100],
  ['MN-1', [timing.MENU_POPUP_DELAY_MS, timing.TOGGLE_ANIMATION_MS], [500, 200]],
  ['MN-6', [timing.TOOLTIP_DELAY_MS, timing.TYPE_AHEAD_MS, timing.CLICK_SUPPRESSION_MS], [400, 1000, 1000]],
])('CO-1 %s pacing is as in the ledger', (_row, held, named) => {
  expect(held).toEqual(named)
})
