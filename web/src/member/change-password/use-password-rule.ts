import { validateSession } from '@portico/contract/calls/identity'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { readStrength } from '../../kit/forms/password-strength.ts'
import type { PasswordRule } from '../../ui/password-requirements.tsx'

/** The strength that the rule service requires, and whose password it is; null until known. */
export function usePasswordRule(): PasswordRule | null {
  const known = usePage().session?.logonId
  // While a new password is due, nothing else about the person is shown.
  const loginId = (signal: AbortSignal) =>
    known ??
    api.call(validateSession, { signal }).then(
      ({ logonId }) => logonId,
      () => '',
    )
  const load = async (signal: AbortSignal): Promise<PasswordRule> => {
    const [strength, id] = await Promise.all([readStrength('changePassword', signal), loginId(signal)])
    return { ...strength, loginId: id }
  }
  return useLoaded(load, { key: known ?? '' }).value
}
