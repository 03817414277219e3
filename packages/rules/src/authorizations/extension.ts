/** Our extension for what no guide has an element for: an authorization's moments, an appeal, documents requested. */
export const APPROVAL_EXTENSION = 'urn:portico:prior-authorization'
