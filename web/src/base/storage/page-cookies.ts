import { setCookie } from './cookies.ts'

/** A cookie that scripts can read; undefined if there is none. */
export function readCookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`))
  try {
    return pair && decodeURIComponent(pair.slice(name.length + 1))
  } catch {
    return undefined
  }
}

export function deleteCookie(name: string) {
  // With an age of 0, Firefox keeps an empty cookie for a moment.
  setCookie(name, '', -1)
}
