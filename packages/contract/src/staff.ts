/** Staff, each within the brands they work for; whatever belongs to another brand is 404 to them (MC-6). */
export const staff = { by: 'session', roles: ['INTERNAL'] } as const

export const staffPath = '/rbsmbl/x-services/staff'
