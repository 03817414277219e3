import { expect, test } from 'vitest'
import { maxGroups, omitsGroups } from './group-claims.ts'

const entra = { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph.example/' } } }
const link = { 'http://schemas.microsoft.com/claims/groups.link': ['https://graph.example/'] }

test.each<[string, Record<string, unknown>, string]>([
  ['that are to be fetched elsewhere', entra, 'groups'],
  ['that are to be fetched elsewhere, where groups come as roles', entra, 'roles'],
  ['of another name that are to be fetched elsewhere', { _claim_names: { teams: 'src1' } }, 'teams'],
  ['that it only says there are', { hasgroups: true }, 'groups'],
  ['that it only says there are, as a text', { hasgroups: 'true', groups: [] }, 'groups'],
  ['that SAML only links to', link, 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups'],
  ['that are more than are taken', { groups: Array.from({ length: maxGroups + 1 }, (_, at) => `g-${at}`) }, 'groups'],
])('OS-67 an answer leaves out groups %s', (_what, sent, claim) => {
  expect(omitsGroups(sent, claim)).toBe(true)
})

test.each<[string, Record<string, unknown>, string]>([
  ['of someone who is in none', {}, 'groups'],
  ['of someone who is in none, and says so', { groups: [], hasgroups: false }, 'groups'],
  ['that names them', { groups: ['g-1'], ...entra }, 'groups'],
  ['that names one', { groups: 'g-1', hasgroups: true }, 'groups'],
  ['that names as many as are taken', { groups: Array.from({ length: maxGroups }, (_, at) => `g-${at}`) }, 'groups'],
  ['whose other claims are to be fetched', { _claim_names: { address: 'src1' } }, 'groups'],
  ['with a text where names are expected', { _claim_names: 'groups' }, 'groups'],
  ['of which no groups are read', { ...entra, ...link, hasgroups: true }, ''],
  ['with no more than what every object has', {}, 'constructor'],
])('OS-67 an answer %s leaves out no groups', (_what, sent, claim) => {
  expect(omitsGroups(sent, claim)).toBe(false)
})
