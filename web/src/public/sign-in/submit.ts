import { findSignInWay } from '@portico/contract/calls/connections'
import type { PageState } from '@portico/contract/page'
import { readDomain } from '@portico/rules/identity/connection'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { links } from '../../base/router/links.ts'
import { isAskedFor } from '../../base/router/match.ts'
import type { Navigation } from '../../base/router/navigation.ts'
import { localStore } from '../../base/storage/storage.ts'
import { loadCatalogues } from '../../base/texts/load-catalogues.ts'
import type { Texts } from '../../base/texts/text.tsx'
import { takeDestination } from '../../session/session/destination.ts'
import { loadPage } from '../../session/session/load-page.ts'
import { control } from './control.ts'
import { type CredentialProblems, checkCredentials, readCredentials } from './credentials.ts'
import { type SignInOutcome, signIn } from './sign-in.ts'

/** The outcome of submitting the form: one of the three. */
export interface Submission {
  readonly outcome?: SignInOutcome
  /** Nothing was sent; the first invalid field has the focus. */
  readonly problems?: CredentialProblems
  readonly failure?: ApiError
}

/** Submits the sign-in form, unless it cannot be right. */
export async function submit(
  form: HTMLFormElement,
  { page, texts }: { readonly page: PageState; readonly texts: Texts },
): Promise<Submission> {
  const way = await findWay(form)
  if (way !== null) return leaveFor(way)
  const credentials = readCredentials(form)
  const problems = checkCredentials(credentials)
  const firstBad = problems.loginId ? 'loginId' : problems.password ? 'password' : null
  if (firstBad !== null) {
    // Already loaded when someone started to fill in the form; offline, the problems show their codes.
    texts.add(await loadCatalogues(['validation'], texts.language).catch(() => ({})))
    control(form, firstBad)?.focus()
    return { problems }
  }
  try {
    const outcome = await signIn({ ...credentials, page })
    remember(form, credentials.loginId)
    return { outcome }
  } catch (error) {
    const failure = error instanceof ApiError ? error : new ApiError({ status: 0, code: 'NO-CODE' })
    // The password was right, but a code is still required.
    if (failure.code === 'SECOND-FACTOR-REQUIRED') remember(form, credentials.loginId)
    return { failure }
  }
}

/** The provider's sign-in for a login ID with the domain of a plan's provider (OS-60), where people need no password of ours. */
async function findWay(form: HTMLFormElement): Promise<string | null> {
  const input = control(form, 'loginId')
  const domain = readDomain(input?.value ?? '')
  if (domain === null) return null
  return api.call(findSignInWay, { body: { domain } }).then(
    ({ to }) => to,
    () => null,
  )
}

/** Never settles, so that nothing more is loaded. */
function leaveFor(address: string): Promise<never> {
  location.assign(address)
  return new Promise(() => {})
}

/** Shows what was requested before signing in, or else the person's home. */
export function arrive({ brand }: Pick<PageState, 'brand'>, { match, href }: Navigation): void {
  const kept = takeDestination()
  loadPage(isAskedFor(match) ? location.href : (kept ?? href(links.landing(brand))))
}

/** Remembers only the login ID, if the person wants that; otherwise forgets it. */
function remember(form: HTMLFormElement, loginId: string) {
  if (control(form, 'remember')?.checked) localStore.set('rememberedLoginId', loginId, { ttlMs: null })
  else localStore.remove('rememberedLoginId')
}
