/** The empty page that a maps script runs in (MP-24). */
export const mapsFramePath = '/rbsmbl/x-services/maps/v1/frame'

/** What it tells the page around it if there is no script to run. */
export const mapsFailed = 'maps-failed'
