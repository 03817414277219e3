/** Used below a path that already names the project, as development addresses do (EN-1). */
export const LOGOUT_PATH_IN_PROJECT = '/chm/jsp/logout/logout.jsp'

/** The path of the logout page (SO-5). */
export const LOGOUT_PATH = `/chmptl${LOGOUT_PATH_IN_PROJECT}`
