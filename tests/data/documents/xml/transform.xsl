<?xml version="1.0" encoding="UTF-8"?>
<xsl:stylesheet version="2.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns="http://www.w3.org/1999/xhtml" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:f="urn:local functions:%" exclude-result-prefixes="xs f">
  <xsl:import href="base.xsl"/>
  <xsl:include href="parts\%menu.xsl"/>
  <xsl:import-schema namespace="http://library.example.org/ns/books" schema-location="books.xsd"/>
  <xsl:output method="xhtml" doctype-system="http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"/>
  <xsl:variable name="base" select="'http://a b/'"/>

  <xsl:template match="/catalogue">
    <html>
      <head>
        <link rel="stylesheet" href="style.css"/>
        <link rel="next" href="{$next}?page={@page + 1}"/>
        <script src="/js/%menu%.js"></script>
      </head>
      <body>
        <xsl:apply-templates select="book[@isbn != '']"/>
        <a href="http://library.example.org/a b">Home</a>
        <a href="http://library.example.org:http/">Home of old</a>
        <form action="{concat('http://', $host, '/search')}"><input formaction="/go"/></form>
      </body>
    </html>
  </xsl:template>

  <xsl:template match="book">
    <p id="{generate-id()}"><a href="books/{@isbn}.html"><xsl:value-of select="title"/></a></p>
    <xsl:if test="page[starts-with(., 'http://')] and 1 &lt; 2">
      <a><xsl:attribute name="href"><xsl:value-of select="page"/></xsl:attribute>page</a>
    </xsl:if>
  </xsl:template>
</xsl:stylesheet>
