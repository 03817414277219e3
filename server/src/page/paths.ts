/** Every path that the page application serves (RT-6); what follows the hash is the page's own affair. */
export const pagePaths: readonly string[] = [
  '/',
  '/home',
  '/login',
  '/mbr',
  '/msg',
  '/member/home',
  '/spa',
  '/mhs',
  '/search-results.html',
]

export function isPagePath(path: string): boolean {
  return pagePaths.includes(path) || pagePaths.includes(path.replace(/\/$/, ''))
}
