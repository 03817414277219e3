/** Staff, each for the brands they work for; anything that belongs to another brand is 404 to them (MC-6). */
export const staff = { by: 'session', roles: ['INTERNAL'] } as const

export const staffPath = '/rbsmbl/x-services/staff'
