import { LOGOUT_PATH, LOGOUT_PATH_IN_PROJECT } from '@portico/rules/session/logout-path'

/** Address of the results of the global search. */
export const SEARCH_PATH = '/search-results.html'

/** Every path that the page application serves (RT-6); the part after the hash is up to the page. */
export const pagePaths: readonly string[] = [
  '/',
  '/home',
  '/login',
  '/mbr',
  '/msg',
  '/member/home',
  '/spa',
  '/mhs',
  '/shop',
  '/medicare',
  SEARCH_PATH,
  LOGOUT_PATH,
  LOGOUT_PATH_IN_PROJECT,
]

export function isLogoutPath(path: string): boolean {
  return path === LOGOUT_PATH || path === LOGOUT_PATH_IN_PROJECT
}

export function isPagePath(path: string): boolean {
  return pagePaths.includes(path) || pagePaths.includes(path.replace(/\/$/, ''))
}
