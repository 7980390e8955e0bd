import { documentedFile } from './documented-file.ts';

export const SPANISH_FILES = [
  documentedFile(
    ['EspoCRM', 'Spanish', 'Crm/Resources/i18n/es_ES/Lead.json (export of leads)'],
    `
    Nombre > name :: María del Carmen Pérez => María del Carmen ~ Pérez | Jesús Ñíguez => Jesús ~ Ñíguez | Sr. Luis Gómez => Luis ~ Gómez | Ana Torres => Ana ~ Torres | José Ortega y Gasset => José ~ Ortega y Gasset
    Título :: Directora | | Compras | |
    Nombre de Cuenta :: Aceites Sur SL | | | Torres SA |
    Correo electrónico > email :: mc.perez@example.es | jesus@example.es | luis@example.mx | ana@example.com.ar => ana@example.com.ar | jose@example.es
    Teléfono > phone :: 612 34 56 78 => +34612345678 | 91 123 45 67 => +34911234567 | 55 1234 5678 => +525512345678 | +54 11 4321-5678 => +541143215678 | 0034 699 111 222 => +34699111222
    No Llamar > boolean :: Sí => true | No => false | no => false | sí => true | No => false
    Dirección > address :: C/ Mayor, 5, 3º B | Gran Vía 28 | Av. Insurgentes Sur 123 | Av. Corrientes 1234 | Plaza de España s/n
    Ciudad > city :: Sevilla | Madrid | Ciudad de México | Buenos Aires | A Coruña
    País > country :: España => Spain | España => Spain | México => Mexico | Argentina | ESPAÑA => Spain
    Código postal > postcode :: 41004 | 28013 | 3100 => 03100 | C1043AAZ | 15001
    Estado > status :: Nuevo => new | En Proceso | Convertido => converted | Asignado | Muerto
    Fuente > source :: Llamada | Sitio Web | Campaña | Correo electrónico | Otro
    Oportunidad Cantidad > number :: 1.500,00 € => 1500 | 12.345,67 € => 12345.67 | | 300 => 300 | 0,5 => 0.5
    Descripción :: Llamar por la tarde | | | |
    Sitio Web`,
    { delimiter: ';' },
  ),
  documentedFile(
    ['Banktrack', 'Spanish', 'Contactos: Cómo importar contactos'],
    `
    Nombre > name :: Laura Gil Ruiz => Laura Gil ~ Ruiz | Pedro Juárez => Pedro ~ Juárez | Inés de la Cruz => Inés ~ de la Cruz | Óscar Peña => Óscar ~ Peña | Lucía Marín => Lucía ~ Marín
    Tipo de contacto :: freelancer | company | freelancer | freelancer | company
    Identificador fiscal :: 12345678Z | B12345678 | | |
    Correo > email :: laura@example.es | pedro@example.mx | ines@example.co | oscar@example.cl | lucia@example.es
    Teléfono > phone :: 600111222 => +34600111222 | 5512345678 => +525512345678 | 300 123 4567 => +573001234567 | 9 8765 4321 => +56987654321 | +34 910 000 111 => +34910000111
    Dirección > address :: Calle Luna 3 | Reforma 222 | Cra. 7 # 12-34 | Av. Providencia 1000 | Rambla 9
    Código postal > postcode :: 28004 | 06600 | 110321 | 7500000 | 08002
    Ciudad > city :: Madrid | CDMX | Bogotá | Santiago | Barcelona
    Provincia :: Madrid | | Cundinamarca | | Barcelona
    País > country :: ESP => Spain | MEX => Mexico | COL => Colombia | CHL => Chile | ESP => Spain
    Conceptos de categorización :: amazon,amzn | | | |`,
  ),
];
