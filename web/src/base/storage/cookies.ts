/** Sets a cookie for the whole host, which the server reads; `maxAge` in seconds, undefined for the browser's session. */
export function setCookie(name: string, value: string, maxAge?: number) {
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser supports CookieStore
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/${age}; SameSite=Lax${secure}`
}
