"""Having some verifications repeated by others, so that agreement can be measured (paper, section 3.2)."""
