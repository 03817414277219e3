import * as calls from '@portico/contract/calls/passwords'
import { limits as sizes } from '@portico/rules/limits'
import { checkLoginId, normalizeLoginId } from '@portico/rules/validation/login-id'
import type { BrandService } from '../../brands/brand/service.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
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

  binder.bind(calls.unlockAccount, async ({ principal, body }, { now, origin }) => {
    const scope = await readScope(database.read, principal)
    if (!scope.entitlements.includes('unlock')) throw new CallError('WRONG-ROLE')
    const logonId = normalizeLoginId(body.logonId)
    const problem = checkLoginId(logonId)
    if (problem) throw fieldError('logonId', problem.code)
    const account = await findAccountByLogin(database, logonId)
    const isTheirs = account === undefined || (account.role !== 'INTERNAL' && worksFor(scope, account.brand))
    await database.transaction(async (tx) => {
      if (isTheirs) await limits.unlock(tx, logonId, account?.account_id ?? null)
      const record = { recordType: 'login-id', recordId: logonId, memberId: account?.member_id ?? null }
      const outcome = isTheirs ? 'done' : 'refused'
      await audit(tx, principal, { action: 'account.unlock', ...record, outcome }, { origin, now })
    })
    if (!isTheirs) throw new CallError('NOT-FOUND')
    return { logonId }
  })
}
