let appId = ''

/** Sets the application id that calls send as the header `appid` (EN-1), before the first call. */
export function setAppId(id: string) {
  appId = id
}

export function currentAppId(): string {
  return appId
}
