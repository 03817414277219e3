/** Below a path that already names the project, as development addresses do (EN-1). */
export const LOGOUT_PATH_IN_PROJECT = '/chm/jsp/logout/logout.jsp'

/** Where the logout page is (SO-5). */
export const LOGOUT_PATH = `/chmptl${LOGOUT_PATH_IN_PROJECT}`
