import { expect, it } from 'vitest'
import { counts, limits, logoutStoreId, storeIds } from './limits.ts'

it('CO-1 every limit is as in the ledger', () => {
  expect({ ...limits, ...counts }).toEqual({
    loginId: { min: 6, max: 10 },
    password: { min: 8, history: 5 },
    memberId: { stored: 20 },
    search: { max: 64 },
    email: { min: 7, max: 50 },
    address: { max: 55 },
    phone: { max: 15 },
    securityAnswer: { min: 3, max: 50 },
    pinAttempts: 3,
    guardianAttempts: 3,
    storeRadiusStatuteMiles: 3000,
    slider: { min: 0, max: 100 },
    sidebarThresholdPx: 75,
  })
})

it('CO-1 the stores are 10151 to 10155 and sign-out goes to 10152', () => {
  expect(storeIds).toEqual(['10151', '10152', '10153', '10154', '10155'])
  expect(logoutStoreId).toBe('10152')
})
