import * as calls from '@portico/contract/calls/member'
import { customerServicePhone, retrieveAccountSettings } from '@portico/contract/calls/messages'
import { CLIENT_NUMBER_COOKIE, GROUP_NUMBER_COOKIE } from '@portico/rules/tabs/group'
import type { BrandService } from '../../brands/brand/service.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { about } from '../../platform/http/recorded.ts'
import { readCoverageAudited } from './coverage.ts'
import { nameGroup, ownGroup } from './own-group.ts'
import { readVendorDetail } from './store.ts'

export interface MemberParts {
  readonly database: Database
  readonly brands: BrandService
}

const yearS = 365 * 24 * 60 * 60

export function bindMember(binder: Binder, parts: MemberParts): void {
  const { database, brands } = parts

  binder.bind(
    calls.currentUser,
    async ({ principal }, context) => (await readCoverageAudited(database, principal, context)).currentUser,
  )

  binder.bind(calls.vendorDetails, async ({ principal, query }, _context, tx) => {
    const scope = await ownGroup(tx, principal, query)
    const claimAndSpending = await readVendorDetail(tx, scope, Number(query.date.slice(0, 4)))
    return about(nameGroup(scope), { claimAndSpending })
  })

  for (const call of [customerServicePhone, retrieveAccountSettings]) {
    binder.bind(call, async ({ principal }, context) => {
      const { selected } = await readCoverageAudited(database, principal, context)
      return brands.servicePhone(principal.brand, { isNDMedicaid: selected?.is_nd_medicaid ?? false }, context.language)
    })
  }

  binder.bind(calls.selectGroup, async ({ principal, body }, context, tx) => {
    const scope = await ownGroup(tx, principal, body)
    context.setCookie(CLIENT_NUMBER_COOKIE, body.clientNumber, { httpOnly: false, maxAge: yearS })
    context.setCookie(GROUP_NUMBER_COOKIE, body.groupNumber, { httpOnly: false, maxAge: yearS })
    return about(nameGroup(scope), body)
  })
}
