import * as calls from '@portico/contract/calls/passwords'
import { limits as sizes } from '@portico/rules/limits'
import { checkLoginId, normalizeLoginId } from '@portico/rules/validation/login-id'
import type { BrandService } from '../../brands/brand/service.ts'
import { type Database, runIn } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import { about, refuseKeeping } from '../../platform/http/recorded.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { findAccountByLogin } from '../accounts/sign-in-accounts.ts'
import { readScope, worksFor } from '../rights/scope.ts'
import { readPasswordTier } from './password-tier.ts'

export interface PasswordParts {
  readonly database: Database
  readonly brands: BrandService
  readonly limits: Limits
}

export function bindPasswords(binder: Binder, parts: PasswordParts): void {
  const { database, brands, limits } = parts

  binder.bind(calls.passwordStrength, async ({ query }, context) => {
    return {
      ...(await readPasswordTier(database.read, brands.at(context).code)),
      history: query.function === 'register' ? 0 : sizes.password.history,
    }
  })

  binder.bind(calls.unlockAccount, async ({ principal, body }, _context, tx) => {
    const scope = await readScope(tx, principal)
    if (!scope.entitlements.includes('unlock')) throw new CallError('WRONG-ROLE')
    const logonId = normalizeLoginId(body.logonId)
    const problem = checkLoginId(logonId)
    if (problem) throw fieldError('logonId', problem.code)
    const account = await findAccountByLogin(runIn(tx), logonId)
    const memberId = account?.member_id ?? null
    const isTheirs = account === undefined || (account.role !== 'INTERNAL' && worksFor(scope, account.brand))
    if (!isTheirs) return refuseKeeping(new CallError('NOT-FOUND'), [{ recordId: logonId, memberId }])
    await limits.unlock(tx, logonId, account?.account_id ?? null)
    return about(logonId, { logonId }, { memberId })
  })
}
