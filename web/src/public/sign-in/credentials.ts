import { checkLoginId, normalizeLoginId } from '@portico/rules/validation/login-id'
import type { Problem } from '@portico/rules/validation/result'

export interface SignInCredentials {
  /** In upper case, without spaces around it (VA-3). */
  readonly loginId: string
  readonly password: string
}

/** Reads the form. From now on, it shows the login ID as it is sent. */
export function readCredentials(form: HTMLFormElement): SignInCredentials {
  const value = (name: string) => String(new FormData(form).get(name) ?? '')
  const loginId = normalizeLoginId(value('loginId'))
  const input = form.elements.namedItem('loginId')
  if (input instanceof HTMLInputElement) input.value = loginId
  return { loginId, password: value('password') }
}

export type CredentialProblems = Partial<Record<keyof SignInCredentials, Problem | null>>

/** What is wrong with them, as far as the page can tell; existing passwords need not follow the rules for new ones. */
export function checkCredentials({ loginId, password }: SignInCredentials): Required<CredentialProblems> {
  return { loginId: checkLoginId(loginId), password: password === '' ? { code: 'field.required' } : null }
}
