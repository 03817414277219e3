import * as calls from '@portico/contract/calls/proposals'
import type { Binder } from '../http/bind.ts'
import type { Proposals } from './service.ts'

export function bindProposals(binder: Binder, proposals: Proposals): void {
  binder.bind(calls.agencyProposals, ({ principal, query }, context) =>
    proposals.list({ principal, ...context }, query),
  )
  binder.bind(calls.agencyProposal, ({ principal, params }, context) =>
    proposals.one({ principal, ...context }, params.proposal),
  )
  binder.bind(calls.createProposal, ({ principal, body }, context) => proposals.create({ principal, ...context }, body))
  binder.bind(calls.sendProposal, ({ principal, params, body }, context) =>
    proposals.send({ principal, ...context }, params.proposal, body),
  )
  binder.bind(calls.updateProposalNpn, ({ principal, params, body }, context) =>
    proposals.correctNpn({ principal, ...context }, params.proposal, body),
  )
  binder.bind(calls.openProposal, ({ body }, context) => proposals.open(body, context))
}
