/** What other capabilities need of requests that wait for a second administrator. */
export { dropOlderAbout, isAsked, type StaffRequest } from './request-store.ts'
