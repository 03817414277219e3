/** What other capabilities do with requests that wait for a second administrator. */
export { dropOlderAbout, type StaffRequest } from './request-store.ts'
