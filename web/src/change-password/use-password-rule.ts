import { validateSession } from '@portico/contract/calls/identity'
import { api } from '../api/api.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { readStrength } from '../forms/password-strength.ts'
import { usePage } from '../page-state.tsx'
import type { PasswordRule } from '../ui/password-requirements.tsx'

/** How strong the new password has to be, as the rule service says, and whose it is; null until that is known. */
export function usePasswordRule(): PasswordRule | null {
  const known = usePage().session?.logonId
  // This is all that we tell of someone whose password is due.
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
