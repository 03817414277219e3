import { expect, test } from 'vitest'
import { renderPage } from '../base/test-render.tsx'
import { AgentRow } from './agents.tsx'
import type { Agent } from './types.ts'

test('AG-7 agency managers see their own number, too, as on the page of their licenses', () => {
  const agent = {
    ...{ agentId: '5a1b1f5e-6f0c-4a55-9a3f-1d8f4f6f0001', name: 'Ada Minter', npn: '8854321', own: true },
    ...{ entitlements: [], clients: 1, leads: 1, proposals: 5, applications: 0 },
  } as unknown as Agent
  const html = renderPage(<AgentRow {...agent} />)
  expect(html).toContain('This is you')
  expect(html).toContain('NPN 8854321')
  expect(renderPage(<AgentRow {...agent} own={false} />)).not.toContain('This is you')
})
