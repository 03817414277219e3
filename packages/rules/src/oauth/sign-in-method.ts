import type { ProjectCode } from '../environment/projects.ts'

/** How a project's pages sign in: through the sign-in service, or by a token exchange whose answer becomes cookies (SI-12). */
export type SignInMethod = 'service' | 'token'

/** The producer portal signs in with tokens, every other project through the service (SI-11). */
export function signInMethod(project: ProjectCode): SignInMethod {
  return project === 'chmprd' ? 'token' : 'service'
}
