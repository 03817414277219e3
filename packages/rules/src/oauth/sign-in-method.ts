import type { ProjectCode } from '../environment/projects.ts'

/** How a project's page signs in: by the sign-in service, or by a token exchange whose answer becomes cookies (SI-12). */
export type SignInMethod = 'service' | 'token'

/** The producer portal signs in by tokens, every other project by the service (SI-11). */
export function signInMethod(project: ProjectCode): SignInMethod {
  return project === 'chmprd' ? 'token' : 'service'
}
