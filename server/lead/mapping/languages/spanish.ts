import type { HeaderLanguage } from '../header-language.ts';

export const SPANISH: HeaderLanguage = {
  names: {
    name: 'Nombre, Nombre completo, Nombre apellido, Nombre apellidos, Nombres apellidos, Apellidos nombre, Persona contacto, Nombre para mostrar',
    firstName: 'Nombre pila, Primer nombre, Nombres',
    lastName: 'Apellido, Apellidos, Primer apellido, Apellido paterno',
    email:
      'E-mail, Correo, Correo electrónico, Dirección correo electrónico, Dirección correo, Dirección e-mail, Dirección email',
    phone:
      'Teléfono, Tel, Tfno, Número teléfono, Núm teléfono, No teléfono, Nro teléfono, N teléfono, Móvil, Teléfono móvil, Número móvil, Celular, Teléfono celular, Número celular, Número teléfono móvil, Teléfono fijo, Número WhatsApp, Tlf, Tel móvil, Cel, Número contacto, WhatsApp número, Teléfono WhatsApp',
    carrier: 'Operador, Operadora, Operador móvil, Operador telefónico, Compañía telefónica',
    country: 'País, Código país, País región, País residencia, Nombre país, Código ISO país',
    city: 'Ciudad, Localidad, Población, Municipio, Ciudad residencia',
    address:
      'Dirección, Domicilio, Calle, Calle número, Dirección postal, Dirección completa, Línea dirección, Dirección línea, Domicilio fiscal, Calle nº, Calle num',
    postcode: 'Código postal, Cód postal, CP, C.P.',
    ip: 'Dirección IP',
    brand: 'Marca',
    currency: 'Moneda, Divisa, Moneda depósito',
    depositAmount:
      'Importe depósito, Monto depósito, Monto depositado, Cantidad depositada, Depósito total, Total depositado, Total depósitos',
    depositDate: 'Fecha depósito, Fecha primer depósito',
    source:
      'Fuente, Fuente lead, Fuente tráfico, Fuente original, Origen, Origen lead, Origen contacto, Procedencia',
    card: 'Tarjeta, Tipo tarjeta, Tarjeta crédito',
    affiliate: 'Afiliado, ID afiliado',
    landingPage: 'Página destino, Página aterrizaje',
    agent: 'Agente, Agente ventas, Agente comercial',
    status: 'Estatus, Estado lead, Estado contacto, Estado prospecto, Status, Estado cliente',
    tags: 'Etiqueta, Etiquetas, Categoría, Categorías, Palabras clave',
  },
  halfName: 'Nombre',
  articles: 'de del la el los las y o e tu su al cual es',
  beside: 'cliente contacto lead prospecto persona principal',
  doubtful:
    'trabajo casa oficina empresa personal particular residencia laboral profesional facturación envío otro otra secundario alternativo',
  address: 'dirección domicilio',
};
